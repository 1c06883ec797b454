import type { ErrorCode } from '@pontual/contract/shared/errors.ts';

export type RefusalCode = Extract<ErrorCode, 'MEDIA_UNREADABLE' | 'VIDEO_UNFIT'>;

/** Without a message for the owner, the default message of the error code is used. */
export class MediaRefusal extends Error {
  readonly code: RefusalCode;
  readonly userMessage: string | undefined;

  constructor(code: RefusalCode, userMessage?: string) {
    super(userMessage ?? code);
    this.code = code;
    this.userMessage = userMessage;
  }
}
