/** One post as the floor has it in memory. */
export interface BaselinePost {
  id: string;
  igUserId: string;
  token: string;
  graphId: string;
  dueAt: number;
}

/** What the bench tells a process that publishes. */
export type BenchCommand =
  | { kind: 'begin'; measureAt: number; baselinePosts: BaselinePost[] }
  | { kind: 'finish' }
  | { kind: 'hands' };

/** What a process that publishes tells the bench. */
export type ProcessReport =
  | { kind: 'ready' }
  | { kind: 'progress'; inFlight: number; published: number }
  | { kind: 'hands'; ids: string[] }
  | ({ kind: 'result' } & ProcessMeasurement);

export interface ProcessMeasurement {
  /** Post and the wall clock of this machine when its answer had arrived. */
  answered: [id: string, at: number][];
  cpuMs: number;
  /** While CPU was measured, and before, when the process started. */
  peakRssMb: number;
  startPeakMb: number;
}
