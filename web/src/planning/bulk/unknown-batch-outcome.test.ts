import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { mayHaveBeenCreated } from './unknown-batch-outcome.ts';

const answered = (status: number, code: string, errors = {}) =>
  new ApiError({ status, code, message: 'Não', errors });
const lost = answered(0, 'NETWORK');

test.each([
  ['nothing went out', lost, { isSent: false, isRepeat: false }, false],
  ['the answer was lost', lost, { isSent: true, isRepeat: false }, true],
  ['the server broke', answered(500, 'INTERNAL'), { isSent: true, isRepeat: false }, true],
  ['it was refused', answered(404, 'UPLOAD_NOT_FOUND'), { isSent: true, isRepeat: false }, false],
  ['the line is still down', lost, { isSent: false, isRepeat: true }, true],
  ['others ask as well', answered(429, 'RATE_LIMITED'), { isSent: true, isRepeat: true }, true],
  ['files have gone', answered(404, 'UPLOAD_NOT_FOUND'), { isSent: true, isRepeat: true }, true],
  ['no room is left', answered(403, 'LIMIT_EXCEEDED'), { isSent: true, isRepeat: true }, false],
  ['a file is unfit', answered(422, 'VIDEO_UNFIT'), { isSent: true, isRepeat: true }, false],
  [
    'a post is refused',
    answered(400, 'MEDIA_KIND', { 'posts.1': 'Não' }),
    { isSent: true, isRepeat: true },
    false,
  ],
])(
  'after a failure where %s, the client decides whether posts may exist',
  (_what, error, run, expected) => {
    expect(mayHaveBeenCreated(error, run)).toBe(expected);
  },
);
