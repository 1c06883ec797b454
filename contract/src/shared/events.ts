import * as z from 'zod/mini';

/** The path of the server-sent events; the session token is sent in a header. */
export const EVENTS_PATH = '/events';

/** Data of the workspace changed; the client must fetch it again. */
export const liveEvent = z.object({ kind: z.enum(['posts', 'account']) });
export type LiveEvent = z.output<typeof liveEvent>;
