/** Plays the sounds of the page, when the user wants them. */

import type { App } from "../app/app";
import { Match } from "../app/match";
import { type Sound, samplesOf } from "../core/sound";

export class Sounds {
  private context: AudioContext | null = null;
  private readonly buffers = new Map<Sound, AudioBuffer>();

  constructor(private readonly app: App) {
    let { game, node } = app;
    app.on(["position"], () => {
      const isStep = app.game === game && app.node.parent === node;
      ({ game, node } = app);
      if (!isStep) return;
      if (node.move?.point !== null) this.play("stone");
      if (game.end(node)) this.play("end", 0.2);
    });
    // A game may also be resigned, or lost on time.
    let wasOver = false;
    app.on(["activity"], () => {
      const isOver = app.activity instanceof Match && app.activity.isOver;
      if (isOver && !wasOver) this.play("end");
      wasOver = isOver;
    });
  }

  /** Plays a sound, after some seconds. */
  play(sound: Sound, delay = 0): void {
    // Before the user has done something, browsers allow no sound and complain.
    if (!this.app.settings.sound || navigator.userActivation?.hasBeenActive === false) return;
    try {
      this.context ??= new AudioContext();
      const { context } = this;
      if (context.state === "suspended") void context.resume();
      const source = context.createBufferSource();
      source.buffer = this.buffer(context, sound);
      // No two stones sound quite the same.
      if (sound === "stone") source.playbackRate.value = 0.95 + 0.1 * Math.random();
      source.connect(context.destination);
      source.start(context.currentTime + delay);
    } catch {
      // A device without sound is no reason to stop.
    }
  }

  private buffer(context: AudioContext, sound: Sound): AudioBuffer {
    const known = this.buffers.get(sound);
    if (known) return known;
    const samples = samplesOf(sound, context.sampleRate);
    const buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.copyToChannel(samples, 0);
    this.buffers.set(sound, buffer);
    return buffer;
  }
}
