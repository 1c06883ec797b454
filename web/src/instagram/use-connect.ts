import { getInstagramAuthUrl, type InstagramLogin } from '@pontual/contract/instagram/instagram.ts';
import { useMutation } from '@tanstack/react-query';
import { failureText, isRefusal } from '../api/api-error.ts';
import { call } from '../api/client.ts';

const FAILED = 'Erro ao conectar com Instagram. Tente novamente.';

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
      const isFull = isRefusal(error) && error.code === 'ACCOUNT_LIMIT';
      onFailure(isFull ? failureText(error, FAILED) : FAILED);
    },
  });
}
