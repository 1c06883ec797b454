import { publicStatus } from '@pontual/contract/status.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { PublicStatus } from './status.rules.ts';

/** How the service is, for everybody. */
export function registerStatusRoutes(
  serving: Serving,
  { status }: { status: { read(): Promise<PublicStatus> } },
): void {
  serve(serving, publicStatus, () => status.read());
}
