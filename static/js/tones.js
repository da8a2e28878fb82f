// Musical notes, if sounds are on. The browser makes them, so no file is loaded.

let audio = null; // browsers allow sound only after a press on the page

/** Sound a note that starts at full volume and fades. */
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
