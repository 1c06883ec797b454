import { constants, setPriority } from 'node:os';
import { fingerprintPicture, fitImage, prepareAvatar, prepareImage } from './images.ts';
import { MediaRefusal } from './refusal.ts';
import type { TaskMessage, TaskReply } from './tasks.ts';
import { isFullDisk } from '../storage/storage.ts';

// Decodes untrusted files, one at a time: no environment variables, no database, no keys; may be killed.

const LOW_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

process.on('message', (message: TaskMessage) => void handleMessage(message));
// The parent is gone. Signals to the process group are ignored: the parent ends this process in time.
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
      // Most processes only decode images.
      const { probeVideo } = await import('./videos.ts');
      return probeVideo(task.input);
    }
    case 'convert': {
      // Interactive tasks have priority.
      setPriority(LOW_PRIORITY);
      const { convertVideo } = await import('./conversion.ts');
      return convertVideo(task.input, (percent) => send({ kind: 'progress', percent }));
    }
  }
}

/** ENOSPC as FFmpeg reports it; the errors of libvips have no code. */
const FFMPEG_NO_SPACE = -28;
const NO_SPACE_MESSAGE = /No space left/i;

const isFull = (error: unknown): boolean =>
  isFullDisk(error) ||
  (error instanceof Error &&
    (('code' in error && error.code === FFMPEG_NO_SPACE) || NO_SPACE_MESSAGE.test(error.message)));

/** Any other error of a decoder means that the file is unusable. */
function toReply(error: unknown): TaskReply {
  if (isFull(error)) return { kind: 'full' };
  const { code, userMessage } =
    error instanceof MediaRefusal
      ? error
      : { code: 'MEDIA_UNREADABLE' as const, userMessage: undefined };
  return { kind: 'refused', code, userMessage, detail: String(error) };
}
