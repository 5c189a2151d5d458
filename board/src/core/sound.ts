/** The sounds of the page, which are computed: no recording is shipped. */

/** `stone`: a stone on the board; `end`: a game is over; `low`: a clock runs low. */
export const SOUNDS = ["stone", "end", "low"] as const;
export type Sound = (typeof SOUNDS)[number];

/** A tone that fades: when it begins, its pitch in hertz, its strength, and how fast it fades, in seconds. */
interface Tone {
  readonly at: number;
  readonly pitch: number;
  readonly strength: number;
  readonly fade: number;
}

/** A bell: a note with two softer ones above it. */
const bell = (at: number, pitch: number): Tone[] => [
  { at, pitch, strength: 0.22, fade: 0.22 },
  { at, pitch: 2 * pitch, strength: 0.08, fade: 0.14 },
  { at, pitch: 3.01 * pitch, strength: 0.04, fade: 0.08 },
];

/** The tones of a sound, the seconds it lasts, and the strength of the knock that it begins with. */
const RECIPES: Readonly<Record<Sound, { tones: readonly Tone[]; length: number; knock: number }>> = {
  // The modes of a small wooden plate, the high ones gone first.
  stone: {
    tones: [
      { at: 0, pitch: 640, strength: 0.3, fade: 0.028 },
      { at: 0, pitch: 1480, strength: 0.26, fade: 0.016 },
      { at: 0, pitch: 2790, strength: 0.16, fade: 0.008 },
    ],
    length: 0.16,
    knock: 0.25,
  },
  end: { tones: [...bell(0, 523.25), ...bell(0.14, 659.25), ...bell(0.28, 783.99)], length: 1.2, knock: 0 },
  low: { tones: [...bell(0, 880), ...bell(0.16, 880)], length: 0.9, knock: 0 },
};

/** Seconds in which a tone rises, so that it does not click. */
const RISE = 0.002;
/** Seconds that the noise of a knock takes to fade. */
const KNOCK_FADE = 0.003;
/** Seconds at the end in which everything falls silent. */
const RELEASE = 0.02;

/** A sound as samples from -1 to 1, so many a second. It is the same one each time. */
export function samplesOf(sound: Sound, rate: number): Float32Array<ArrayBuffer> {
  const { tones, length, knock } = RECIPES[sound];
  const samples = new Float32Array(Math.round(length * rate));
  let noise = 1;
  for (let index = 0; index < samples.length; index++) {
    const time = index / rate;
    noise = (noise * 48271) % 2147483647;
    let value = knock * (noise / 1073741823.5 - 1) * Math.exp(-time / KNOCK_FADE);
    for (const { at, pitch, strength, fade } of tones) {
      const age = time - at;
      if (age > 0)
        value += strength * Math.min(1, age / RISE) * Math.exp(-age / fade) * Math.sin(2 * Math.PI * pitch * age);
    }
    samples[index] = value * Math.min(1, (length - time) / RELEASE);
  }
  return samples;
}
