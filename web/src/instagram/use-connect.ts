import { getInstagramAuthUrl } from '@pontual/contract/instagram/instagram.ts';
import { useMutation } from '@tanstack/react-query';
import { failureText, isRefusal } from '../api/api-error.ts';
import { call } from '../api/client.ts';

const FAILED = 'Erro ao conectar com Instagram. Tente novamente.';

export function useConnect(options: {
  another?: boolean;
  rerequest?: boolean;
  onStart?: () => void;
  onFailure: (text: string) => void;
}) {
  return useMutation({
    mutationFn: () =>
      call(getInstagramAuthUrl, {
        query: {
          ...(options.another ? { another: 'true' as const } : {}),
          ...(options.rerequest ? { again: 'true' as const } : {}),
        },
      }),
    onMutate: () => options.onStart?.(),
    onSuccess: ({ authUrl }) => globalThis.location.assign(authUrl),
    onError: (error) => {
      const isFull = isRefusal(error) && error.code === 'ACCOUNT_LIMIT';
      options.onFailure(isFull ? failureText(error, FAILED) : FAILED);
    },
  });
}
