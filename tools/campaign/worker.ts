import type { MediaConversion } from '@pontual/server/media/conversion/conversion.ts';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import type { MediaType } from '@pontual/contract/posts/posts.ts';
import { createApp } from '@pontual/server/composition/app.ts';
import { openDatabase } from '@pontual/server/platform/database/database.ts';
import { createKeyRing } from '@pontual/server/platform/key-ring.ts';
import { createLog } from '@pontual/server/platform/log/log.ts';
import type { Observe } from '@pontual/server/publishing/observe.ts';
import { removeRule } from '@pontual/server/publishing/removable-rules.ts';
import { startWorker } from '@pontual/server/composition/worker.ts';
import { createServices } from '@pontual/server/composition/services.ts';
import {
  buildServiceVariables,
  getPostType,
  type ChildSettings,
  type CrashPoint,
  type Death,
  type DeathOrder,
  type PauseOrder,
  type ProcessEvent,
  type ProcessCommand,
} from './messages.ts';
import { createScaledClock, toCampaignTime } from './time.ts';

/** How long a point may be held while the campaign acts, in real ms. */
const MAX_HOLD_MS = 2000;
/** The value of main.ts: another process continues what is not finished by then. */
const CLOSING_MS = 25_000;

const settings = JSON.parse(process.env['CAMPAIGN_CHILD'] ?? '{}') as ChildSettings;
const { time } = settings;
removeRule(settings.removedRule);

let jumpMs = 0;
const orders: DeathOrder[] =
  settings.diesBooted === true ? [{ point: 'booted', type: undefined }] : [];
let pauseOrder: PauseOrder | undefined;
let serial = 0;
const watched = new Set<string>();
const heldSteps = new Map<number, () => void>();

const sendEvent = (message: ProcessEvent) => void process.send?.(message);

const findOrder = (point: CrashPoint, type?: MediaType): DeathOrder | undefined =>
  orders.find((each) => each.point === point && (each.type === undefined || each.type === type));

function writeDeath({ point, type }: DeathOrder, postId: string): void {
  const death: Death = { point, postId, type, atMs: toCampaignTime(time) };
  appendFileSync(settings.deathsFile, `${JSON.stringify(death)}\n`);
}

async function die(order: DeathOrder, postId: string): Promise<never> {
  writeDeath(order, postId);
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

/** Stops this process. The promise is fulfilled once the campaign has resumed it. */
const pause = ({ ms }: PauseOrder): Promise<void> =>
  new Promise((resolve) => {
    process.send?.({ kind: 'pausing', ms } satisfies ProcessEvent, () => {
      process.kill(process.pid, 'SIGSTOP');
      resolve();
    });
  });

const observe: Observe = async (point, postId) => {
  if (pauseOrder?.point === point) {
    const order = pauseOrder;
    pauseOrder = undefined;
    await pause(order);
  }
  const order = findOrder(point, getPostType(postId));
  if (order !== undefined) await die(order, postId);
  if (!watched.has(postId)) return;
  serial += 1;
  const stepSerial = serial;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, MAX_HOLD_MS);
    heldSteps.set(stepSerial, () => {
      clearTimeout(timer);
      resolve();
    });
    sendEvent({ kind: 'reached', serial: stepSerial, point, postId });
  });
  heldSteps.delete(stepSerial);
};

process.on('message', (message: ProcessCommand) => {
  switch (message.kind) {
    case 'die':
      orders.push(message);
      return;
    case 'pause':
      pauseOrder = message;
      return;
    case 'jump':
      jumpMs = message.ms;
      return;
    case 'watch':
      for (const postId of message.postIds) watched.add(postId);
      return;
    case 'go':
      heldSteps.get(message.serial)?.();
  }
});
process.on('disconnect', () => process.exit(0));

function killDecoder(order: DeathOrder): void {
  const children = `/proc/self/task/${process.pid}/children`;
  const pids = existsSync(children)
    ? readFileSync(children, 'utf8').split(' ').filter(Boolean)
    : [];
  if (pids.length === 0) return;
  orders.splice(orders.indexOf(order), 1);
  writeDeath(order, '');
  for (const pid of pids) process.kill(Number(pid), 'SIGKILL');
  sendEvent({ kind: 'struck', point: order.point });
}

const withConversionCrashes = (conversion: MediaConversion): MediaConversion => ({
  ...conversion,
  async convertNext(kind) {
    const order = findOrder('converting') ?? findOrder('decoder');
    const crash = (ordered: DeathOrder) =>
      ordered.point === 'decoder' ? killDecoder(ordered) : void die(ordered, '');
    const timer = order && setTimeout(() => crash(order), order.afterMs);
    await conversion.convertNext(kind).finally(() => clearTimeout(timer));
    const last = findOrder('converted');
    if (last !== undefined) await die(last, '');
  },
});

async function start(): Promise<() => Promise<void>> {
  const { meta, publicUrl } = settings;
  const log = createLog('warn', { write: (line) => appendFileSync(settings.logFile, line) });
  const database = openDatabase(settings.databaseUrl);
  const services = await createServices({
    env: {
      PUBLIC_URL: publicUrl,
      DATA_DIR: settings.dataDir,
      ROLE: settings.role,
      PUBLISH_SLOTS: 500,
      PUBLISH_GAP_SECONDS: 0,
      SMTP_URL: settings.smtpUrl,
      MAIL_FROM: 'Pontual <avisos@pontual.example>',
      ...buildServiceVariables(meta),
    },
    database,
    keyRing: createKeyRing(settings.secretKeys),
    log,
    clock: createScaledClock(time, () => jumpMs),
    observe,
  });
  await observe('booted', '');
  const cleanups = [() => database.close(), () => services.close()];
  if (settings.role === 'worker') {
    const worker = startWorker({
      ...services,
      media: {
        ...services.media,
        conversion: withConversionCrashes(services.media.conversion),
      },
    });
    cleanups.push(() => worker.close());
  } else {
    const app = await createApp(services, {
      publicUrl,
      webDist: settings.dataDir,
      metricsToken: undefined,
      isDraining: () => false,
    });
    await app.listen({ port: settings.port, host: '127.0.0.1' });
    cleanups.push(() => app.close());
  }
  return async () => {
    for (const end of cleanups.toReversed()) await end();
  };
}

async function main(): Promise<void> {
  const close = await start();
  process.once('SIGTERM', () => {
    const timeout = new Promise((resolve) => setTimeout(resolve, CLOSING_MS / time.factor));
    void Promise.race([close(), timeout]).finally(() => process.exit(0));
  });
  // A process that is killed does not write its cache at its end.
  flushCompileCache();
  sendEvent({ kind: 'ready' });
}

try {
  await main();
} catch (error) {
  appendFileSync(
    settings.logFile,
    `${JSON.stringify({ msg: 'could not start', error: String(error) })}\n`,
  );
  process.exit(1);
}
