/** Calls that wait because a tester wants it, until their time is over or the rules are cleared. */
import type { SharedValues } from "../../engine/storage/shared.js";

const lookEvery_ms = 500;

export class Delays {
  private readonly wakeUps = new Set<() => void>();
  private looking: NodeJS.Timeout | undefined;

  /** @param shared where another process may clear the rules */
  constructor(private readonly shared: SharedValues | undefined) {}

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wakeUp = () => {
        clearTimeout(timer);
        this.wakeUps.delete(wakeUp);
        resolve();
      };
      const timer = setTimeout(wakeUp, milliseconds);
      this.wakeUps.add(wakeUp);
      if (this.shared) this.follow(this.shared);
    });
  }

  /** All go on at once. */
  end(): void {
    for (const wakeUp of [...this.wakeUps]) wakeUp();
  }

  /** While calls wait, perhaps nobody else comes and looks what other processes have done. */
  private follow(shared: SharedValues): void {
    this.looking ??= setInterval(() => {
      if (this.wakeUps.size > 0) return void shared.refresh().catch(() => {});
      clearInterval(this.looking);
      this.looking = undefined;
    }, lookEvery_ms).unref();
  }
}
