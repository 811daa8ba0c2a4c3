/** Synthesised sounds. Silent until the first touch, and off with one tap. */

const KEPT = "paddock.sound";
type Note = { from: number; to: number; at: number; long: number; loud: number; wave: OscillatorType };

const note = (from: number, to: number, at: number, long: number, loud = 0.12, wave: OscillatorType = "triangle"): Note =>
  ({ from, to, at, long, loud, wave });

const SOUNDS = {
  tap: [note(420, 360, 0, 0.05, 0.06)],
  die: [note(300, 180, 0, 0.05, 0.1, "square"), note(260, 150, 0.09, 0.05, 0.08, "square"), note(340, 200, 0.2, 0.06, 0.1, "square")],
  card: [note(900, 500, 0, 0.07, 0.05, "sawtooth")],
  step: [note(520, 640, 0, 0.06, 0.07)],
  mark: [note(700, 650, 0, 0.08, 0.05, "sawtooth")],
  cat: [note(500, 320, 0, 0.25, 0.08)],
  knock: [note(160, 90, 0, 0.09, 0.25, "sine"), note(160, 90, 0.16, 0.09, 0.25, "sine")],
  turn: [note(660, 660, 0, 0.1), note(880, 880, 0.11, 0.14)],
  good: [note(523, 523, 0, 0.1), note(659, 659, 0.1, 0.1), note(784, 784, 0.2, 0.18)],
  bad: [note(330, 300, 0, 0.16), note(247, 220, 0.16, 0.24)],
  end: [note(523, 523, 0, 0.12), note(659, 659, 0.12, 0.12), note(784, 784, 0.24, 0.12), note(1047, 1047, 0.36, 0.3)],
} satisfies Record<string, Note[]>;
export type Sound = keyof typeof SOUNDS;

let on = $state(localStorage.getItem(KEPT) === "on");
let touched = false;
let context: AudioContext | null = null;

export const sound = {
  get on(): boolean {
    return on;
  },
  set on(chosen: boolean) {
    on = chosen;
    localStorage.setItem(KEPT, chosen ? "on" : "off");
    if (chosen) sound.play("tap");
  },
  begin(): void {
    addEventListener("pointerdown", () => (touched = true), { once: true, capture: true });
    addEventListener("keydown", () => (touched = true), { once: true, capture: true });
  },
  play(which: Sound): void {
    if (!on || !touched) return;
    context ??= new AudioContext();
    for (const one of SOUNDS[which]) sing(context, one);
  },
};

function sing(context: AudioContext, { from, to, at, long, loud, wave }: Note): void {
  const start = context.currentTime + at;
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.type = wave;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + long);
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + long);
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + long);
}
