import type { ErrorCode } from '@pontual/contract/shared/errors.ts';

export type RefusalCode = Extract<ErrorCode, 'MEDIA_UNREADABLE' | 'VIDEO_UNFIT'>;

/** What is wrong with a file, for its owner; without a message the catalogue's sentence is said. */
export class MediaRefusal extends Error {
  readonly code: RefusalCode;
  readonly userMessage: string | undefined;

  constructor(code: RefusalCode, userMessage?: string) {
    super(userMessage ?? code);
    this.code = code;
    this.userMessage = userMessage;
  }
}
