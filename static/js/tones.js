// Notes for those who switched sounds on. The browser makes them: nothing is loaded.

let audio = null; // a browser lets it speak once the page has been touched

/** Sound one note: at its loudest at once, then fading. */
export function note(hertz, after, seconds, loudness = 0.2) {
  audio ??= new AudioContext();
  const at = audio.currentTime + after;
  const tone = new OscillatorNode(audio, { frequency: hertz, type: "triangle" });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + seconds);
}

/** Sound notes one after the other. */
export function tune(notes, after = 0, beat = 0.1) {
  for (const [place, hertz] of notes.entries()) note(hertz, after + place * beat, 0.5);
}

export const CHORD = [523, 659, 784, 1047];
export const SIGH = [330, 262];
