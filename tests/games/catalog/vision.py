"""How colors look to the eye, to eyes with a color deficiency, and next to each other.

A color is an array of linear sRGB, ``colors[..., 3]``, from 0 to 1.
"""

import numpy as np

# Machado, Oliveira & Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency", IEEE TVCG 15(6), 2009, doi:10.1109/TVCG.2009.113; severity 1.0, for linear sRGB.
# https://www.inf.ufrgs.br/~oliveira/pubs_files/CVD_Simulation/CVD_Simulation.html
MILLIONTHS = {
    "protanopia": "152286 1052583 -204868 114503 786281 99216 -3882 -48116 1051998",
    "deuteranopia": "367322 860646 -227968 280085 672501 47413 -11820 42940 968881",
    "tritanopia": "1255528 -76749 -178779 -78411 930809 147602 4733 691367 303900",
}
VISIONS = {"normal": np.eye(3)} | {
    name: np.array(rows.split(), float).reshape(3, 3) / 1e6 for name, rows in MILLIONTHS.items()
}
# sRGB (IEC 61966-2-1) to CIE XYZ; the middle row is the luminance.
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def encoded(color):
    """Return the channels of ``#rrggbb`` or ``#rgb``, each from 0 to 1."""
    digits = color.removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    return np.frombuffer(bytes.fromhex(digits), np.uint8) / 255


def linear(channels):
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def seen(colors, vision):
    return np.clip(colors @ VISIONS[vision].T, 0, 1)


def contrast(color, other):
    """Return the contrast as WCAG 2.2 defines it.

    >>> float(contrast(np.ones(3), np.zeros(3)))
    21.0
    """
    low, high = sorted((color @ XYZ[1], other @ XYZ[1]))
    return (high + 0.05) / (low + 0.05)


def lab(colors):
    """Return CIE L*a*b* relative to the white of the screen."""
    t = colors @ XYZ.T / XYZ.sum(axis=1)
    x, y, z = np.moveaxis(np.where(t > 216 / 24389, np.cbrt(t), (24389 / 27 * t + 16) / 116), -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def ciede2000(one, other):
    """Return the CIEDE2000 difference of two L*a*b* colors, as in Sharma, Wu & Dalal (2005)."""
    (l1, a1, b1), (l2, a2, b2) = np.moveaxis(one, -1, 0), np.moveaxis(other, -1, 0)
    stretch = 1.5 - 0.5 * saturation((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2)
    a1, a2 = stretch * a1, stretch * a2
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)), np.degrees(np.arctan2(b2, a2))
    turn = (h2 - h1 + 180) % 360 - 180
    light, chroma, hue = (l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2) % 360

    weight = 1 - 0.17 * cos(hue - 30) + 0.24 * cos(2 * hue)
    weight += 0.32 * cos(3 * hue + 6) - 0.20 * cos(4 * hue - 63)
    lightness = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2))
    chromas = (c2 - c1) / (1 + 0.045 * chroma)
    hues = 2 * np.sqrt(c1 * c2) * cos(90 - turn / 2) / (1 + 0.015 * chroma * weight)
    blue = -2 * saturation(chroma) * cos(90 - 60 * np.exp(-(((hue - 275) / 25) ** 2)))
    return np.sqrt(lightness**2 + chromas**2 + hues**2 + blue * chromas * hues)


def saturation(chroma):
    return np.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def cos(degrees):
    return np.cos(np.radians(degrees))
