/** One post as the floor has it in memory. */
export interface FloorPost {
  id: string;
  igUserId: string;
  token: string;
  graphId: string;
  dueAt: number;
}

/** What the bench tells a process that publishes. */
export type Order =
  | { kind: 'begin'; measureAt: number; floor: FloorPost[] }
  | { kind: 'finish' }
  | { kind: 'hands' };

/** What a process that publishes tells the bench. */
export type Report =
  | { kind: 'ready' }
  | { kind: 'progress'; inHand: number; published: number }
  | { kind: 'hands'; ids: string[] }
  | ({ kind: 'result' } & Measured);

export interface Measured {
  /** Post and the wall clock of this machine when its answer had arrived. */
  answered: [id: string, at: number][];
  cpuMs: number;
  /** While CPU was measured, and before, when the process started. */
  peakRssMb: number;
  startPeakMb: number;
}
