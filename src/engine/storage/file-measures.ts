/** What a storage in a folder measures of itself. */
import { EventCounts } from "../values/counts.js";
import { counter, gauge, type Measure, measured } from "../values/measure.js";
import { CheckpointAborted } from "./checkpoint.js";
import type { FileSystem } from "./files.js";

export class FileMeasures {
  private readonly checkpoints = new EventCounts(["done", "failed", "given_up"]);
  private seconds = 0;

  constructor(
    private readonly files: FileSystem,
    private readonly folder: string,
  ) {}

  /** Counts a checkpoint and the time that it takes. */
  async ofCheckpoint(work: () => Promise<void>): Promise<void> {
    const started = performance.now();
    try {
      await work();
      this.checkpoints.add("done");
    } catch (error) {
      this.checkpoints.add(error instanceof CheckpointAborted ? "given_up" : "failed");
      throw error;
    } finally {
      this.seconds += (performance.now() - started) / 1000;
    }
  }

  async all(journalBytes: number): Promise<Measure[]> {
    const outcomes = this.checkpoints.all;
    const duration = "store_checkpoint_duration_seconds";
    const count = outcomes.reduce((sum, [, times]) => sum + times, 0);
    return [
      gauge("store_journal_bytes", "Size of the journals, which a checkpoint empties.", journalBytes),
      counter(
        "store_checkpoints_total",
        "Checkpoints of the journals to db.json by outcome.",
        outcomes.map(([outcome, times]) => measured(times, { outcome })),
      ),
      {
        name: duration,
        help: "Time that checkpoints took.",
        type: "summary",
        values: [
          { ...measured(this.seconds), metricName: `${duration}_sum` },
          { ...measured(count), metricName: `${duration}_count` },
        ],
      },
      ...(await this.room()),
    ];
  }

  /** Nothing while the folder cannot be asked. */
  private async room(): Promise<Measure[]> {
    const room = await this.files.room(this.folder).catch(() => undefined);
    if (!room) return [];
    return [
      gauge("store_disk_free_bytes", "Free space on the disk of the data folder.", room.free),
      gauge("store_disk_size_bytes", "Size of the disk of the data folder.", room.size),
    ];
  }
}
