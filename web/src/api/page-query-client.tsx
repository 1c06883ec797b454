import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryClient } from './query-client.ts';

const createQueryClient = () =>
  new QueryClient({ defaultOptions: queryClient.getDefaultOptions() });

/**
 * Gives a visitor page its own query cache: the cache of users is cleared when a session ends, which can
 * happen while a visitor page is open. Each visit starts with an empty cache.
 */
export function PageQueryClient({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
