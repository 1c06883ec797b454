import { constants, setPriority } from 'node:os';
import { fingerprintPicture, fitImage, prepareAvatar, prepareImage } from './images.ts';
import { MediaRefusal } from './refusal.ts';
import type { TaskMessage, TaskReply } from './tasks.ts';
import { isFullDisk } from '../storage/storage.ts';

// The process in which strangers' bytes are decoded. It is told the tasks one by one and may be
// killed at any moment; it has no variables, no database and no keys.

const LOW_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

process.on('message', (message: TaskMessage) => void handleMessage(message));
// Whoever started it is gone. A signal to all of us at once is not meant for it: the file in hand is
// not at fault, and who started it ends it in good time.
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

async function handleMessage(message: TaskMessage): Promise<void> {
  const reply = await runTask(message).then(
    (result): TaskReply => ({ kind: 'done', result }),
    (error: unknown) => toReply(error),
  );
  send(reply);
}

const send = (reply: TaskReply) => void process.send?.(reply);

async function runTask(task: TaskMessage) {
  switch (task.kind) {
    case 'image':
      return prepareImage(task.input);
    case 'fit':
      return fitImage(task.input);
    case 'fingerprint':
      return fingerprintPicture(task.input);
    case 'avatar':
      return prepareAvatar(task.input);
    case 'probe': {
      // Loaded with the first video: most processes only ever see pictures.
      const { probeVideo } = await import('./videos.ts');
      return probeVideo(task.input);
    }
    case 'convert': {
      // What people wait for goes first.
      setPriority(LOW_PRIORITY);
      const { convertVideo } = await import('./conversion.ts');
      return convertVideo(task.input, (percent) => send({ kind: 'progress', percent }));
    }
  }
}

/** As FFmpeg says ENOSPC, and as libvips does, whose errors have no code. */
const FFMPEG_NO_SPACE = -28;
const NO_SPACE_MESSAGE = /No space left/i;

const isFull = (error: unknown): boolean =>
  isFullDisk(error) ||
  (error instanceof Error &&
    (('code' in error && error.code === FFMPEG_NO_SPACE) || NO_SPACE_MESSAGE.test(error.message)));

/** Whatever a decoder says of a file, it is none that we can use. */
function toReply(error: unknown): TaskReply {
  if (isFull(error)) return { kind: 'full' };
  const { code, userMessage } =
    error instanceof MediaRefusal
      ? error
      : { code: 'MEDIA_UNREADABLE' as const, userMessage: undefined };
  return { kind: 'refused', code, userMessage, detail: String(error) };
}
