export interface BaselinePost {
  id: string;
  igUserId: string;
  login: 'facebook';
  grantedScopes: null;
  token: string;
  graphId: string;
  dueAt: number;
}

export type BenchCommand =
  | { kind: 'begin'; measureAt: number; baselinePosts: BaselinePost[] }
  | { kind: 'finish' }
  | { kind: 'hands' };

export type ProcessReport =
  | { kind: 'ready' }
  | { kind: 'progress'; inFlight: number; published: number }
  | { kind: 'hands'; ids: string[] }
  | ({ kind: 'result' } & ProcessMeasurement);

export interface ProcessMeasurement {
  answered: [id: string, at: number][];
  cpuMs: number;
  /** Peak while CPU was measured, and peak of the start before that. */
  peakRssMb: number;
  startPeakMb: number;
}
