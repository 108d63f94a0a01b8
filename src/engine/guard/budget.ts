/** So much of something that the requests of the process may have together: bytes of bodies or answers, calls under way. */
export class Budget {
  private taken = 0;

  /** @param refused told of what there was no room for */
  constructor(
    private readonly size: number,
    private readonly refused: () => void = () => {},
  ) {}

  get isFull(): boolean {
    return this.taken >= this.size;
  }

  /** Below 0 where it is overdrawn. */
  get room(): number {
    return this.size - this.taken;
  }

  get isUnused(): boolean {
    return this.taken === 0;
  }

  hasRoomFor(amount: number): boolean {
    return this.taken + amount <= this.size;
  }

  /** As hasRoomFor, of something that is refused otherwise. */
  admits(amount: number): boolean {
    if (this.taken + amount <= this.size) return true;
    this.refused();
    return false;
  }

  /** False when so much is not left; then nothing is taken. */
  take(amount: number): boolean {
    if (!this.admits(amount)) return false;
    this.taken += amount;
    return true;
  }

  /** Takes what is needed in any case: others wait until it has been given back. */
  overdraw(amount: number): void {
    this.taken += amount;
  }

  giveBack(amount: number): void {
    this.taken -= amount;
  }
}
