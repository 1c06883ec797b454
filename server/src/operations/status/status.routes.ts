import { publicStatus } from '@pontual/contract/operations/status.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { PublicStatus } from './status.rules.ts';

export function registerStatusRoutes(
  router: ApiRouter,
  { status }: { status: { read(): Promise<PublicStatus> } },
): void {
  serve(router, publicStatus, () => status.read());
}
