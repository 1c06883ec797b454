import { instagramUrl } from '@pontual/contract/instagram.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/client.ts';

/** Leaves for Instagram's own page, where an account is authorised, again if need be. */
export function useConnect(given: { onStart?: () => void; onFailure: (text: string) => void }) {
  return useMutation({
    mutationFn: () => call(instagramUrl),
    onMutate: () => given.onStart?.(),
    onSuccess: ({ authUrl }) => globalThis.location.assign(authUrl),
    onError: () => given.onFailure('Erro ao conectar com Instagram. Tente novamente.'),
  });
}
