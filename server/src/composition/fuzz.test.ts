import { api } from '@pontual/contract/api.ts';
import type { Endpoint } from '@pontual/contract/shared/endpoint.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aConnectedUser,
  aDraft,
  aFormOf,
  aPhotoFile,
  aScheduledPost,
  PASSWORD,
  type Client,
  type UploadFile,
} from '../../testing/factories.ts';
import { createFuzzInputs, type FuzzInput } from '../../testing/fuzz-inputs.ts';
import { givePlan } from '../../testing/plans.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { createLog } from '../platform/log/log.ts';
import { errorsByStatus } from '../public-api/openapi/openapi-errors.ts';

/** `npm run fuzz` sets both. */
const INPUTS = Number(process.env['FUZZ_INPUTS'] ?? '600');
const SEED = Number(process.env['FUZZ_SEED'] ?? '36');
const AT_ONCE = 8;
/** For each input, on a busy machine. */
const MAX_INPUT_MS = 100;
const DAY = 86_400_000;

const unexpected: string[] = [];
let world: World;
let owner: Client;
let photo: UploadFile;
const known: string[] = [];
beforeAll(async () => {
  world = await startWorld({
    log: createLog('error', { write: (line) => void unexpected.push(line.slice(0, 600)) }),
  });
  photo = await aPhotoFile();
  await prepareOwner();
});
afterAll(() => world.stop());

async function prepareOwner(): Promise<void> {
  owner = await aConnectedUser(world);
  await givePlan(world, owner, 'premium');
  const posts = [
    await aScheduledPost(world, owner, { dueInMs: DAY }),
    await aDraft(owner, { caption: 'Rascunho' }),
  ];
  const accounts = posts.flatMap(({ instagramAccountId: id }) => (id === null ? [] : [id]));
  known.splice(0, known.length, ...posts.map(({ _id }) => _id), ...accounts);
  known.push(PASSWORD, owner.user.email, owner.user.workspace);
}

async function send({ method, path, body }: FuzzInput, withFile: boolean) {
  const { token } = owner;
  const isForm = typeof body === 'object';
  const response = await fetch(`${world.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: isForm ? aFormOf(body, withFile ? [photo] : []) : body }),
  });
  const answer = await response.text();
  return {
    status: response.status,
    answer,
    hasSession: !isSessionLost(answer) || token !== owner.token,
  };
}

const endpoints = Object.entries<Endpoint>(api);

/** A path that no route takes is not an answer of the endpoint. */
function isDocumented({ name }: FuzzInput, status: number, answer: string): boolean {
  const code = /"code":"(\w+)"/.exec(answer)?.[1];
  const endpoint = endpoints.find(([each]) => each === name)?.[1];
  if (endpoint === undefined || code === undefined || code === 'NOT_FOUND') return true;
  const documented = errorsByStatus(name as keyof typeof api, endpoint).get(status) ?? [];
  return documented.some((one) => one === code);
}

const isSessionLost = (answer: string) =>
  /"code":"(?:UNAUTHENTICATED|WORKSPACE_LEFT)"/.test(answer);

test(
  'no generated request of any endpoint is answered with an unexpected error',
  async () => {
    const inputs = createFuzzInputs(endpoints, { seed: SEED, known });
    const statuses = new Map<number, number>();
    const failed: string[] = [];
    for (let sent = 0; sent < INPUTS; sent += AT_ONCE) {
      const batch = Array.from({ length: AT_ONCE }, () => inputs.next());
      const answers = await Promise.all(
        batch.map(async (input, index) => ({ input, answered: await send(input, index === 0) })),
      );
      for (const { input, answered } of answers) {
        const { status, answer } = answered;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const isSentence = status < 400 || /"message":"[^"]{8}/.test(answer);
        if (status !== 500 && isSentence && isDocumented(input, status, answer)) continue;
        failed.push(`${status} ${answer.slice(0, 200)} ${JSON.stringify(input).slice(0, 500)}`);
      }
      // An input with the right password can delete the account or end its sessions.
      if (answers.some(({ answered }) => !answered.hasSession)) await prepareOwner();
    }
    const counts = [...statuses].map(([status, count]) => `${status}: ${count}`);
    process.stdout.write(`answers by status: ${counts.sort().join(', ')}\n`);
    expect([...failed, ...unexpected]).toEqual([]);
    // Requests that only fail would prove little.
    expect(statuses.get(200)).toBeGreaterThan(INPUTS / 50);
  },
  60_000 + INPUTS * MAX_INPUT_MS,
);
