import { getInstagramAuthUrl, type InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/client.ts';

const FAILED = 'Erro ao conectar com Instagram. Tente novamente.';
/** Another attempt ends in the same way, so that the user must read why. */
const explained: ReadonlySet<string> = new Set(['ACCOUNT_LIMIT', 'INSTAGRAM_LOGIN_UNAVAILABLE']);

export interface ConnectOptions {
  another?: boolean | undefined;
  /** Whether the login requests declined permissions again. */
  rerequest?: boolean | undefined;
  /** By default that of the account, or of the first one. */
  login?: InstagramLogin | undefined;
  /** The one to reconnect. */
  account?: string | null | undefined;
  onStart?: (() => void) | undefined;
  onFailure: (text: string) => void;
}

export function useConnect(options: ConnectOptions) {
  const { another, rerequest, login, account, onStart, onFailure } = options;
  return useMutation({
    mutationFn: () =>
      call(getInstagramAuthUrl, {
        query: {
          ...(another ? { another: 'true' as const } : {}),
          ...(rerequest ? { again: 'true' as const } : {}),
          ...(login === undefined ? {} : { login }),
          ...(account == null ? {} : { account }),
        },
      }),
    onMutate: () => onStart?.(),
    onSuccess: ({ authUrl }) => globalThis.location.assign(authUrl),
    onError: (error) => {
      onFailure(error instanceof ApiError && explained.has(error.code) ? error.message : FAILED);
    },
  });
}
