/** An amount that all requests of the process share: bytes of bodies or of answers. */
export class Budget {
  private taken = 0;

  /** @param refused called when there is no room */
  constructor(
    private readonly size: number,
    private readonly refused: () => void = () => {},
  ) {}

  get isFull(): boolean {
    return this.taken >= this.size;
  }

  /** Negative if overdrawn. */
  get room(): number {
    return this.size - this.taken;
  }

  get isUnused(): boolean {
    return this.taken === 0;
  }

  hasRoomFor(amount: number): boolean {
    return this.taken + amount <= this.size;
  }

  /** As `hasRoomFor`, and counts a refusal if there is no room. */
  admits(amount: number): boolean {
    if (this.taken + amount <= this.size) return true;
    this.refused();
    return false;
  }

  /** Takes the amount, or nothing and returns false. */
  take(amount: number): boolean {
    if (!this.admits(amount)) return false;
    this.taken += amount;
    return true;
  }

  /** Takes the amount even if there is no room for it. */
  overdraw(amount: number): void {
    this.taken += amount;
  }

  giveBack(amount: number): void {
    this.taken -= amount;
  }
}
