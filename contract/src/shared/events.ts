import * as z from 'zod/mini';

/** Where live changes are read, as server-sent events, with the session's token in the header. */
export const EVENTS_PATH = '/events';

/** Something of the caller's workspace changed; what is shown of it should be fetched again. */
export const liveEvent = z.object({ kind: z.enum(['posts', 'account']) });
export type LiveEvent = z.output<typeof liveEvent>;
