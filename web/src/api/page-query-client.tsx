import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryClient } from './query-client.ts';

const createQueryClient = () =>
  new QueryClient({ defaultOptions: queryClient.getDefaultOptions() });

/**
 * Gives a page for visitors a cache of its own: the cache of users is emptied when a session ends, which
 * may happen while a visitor's page is open. Each visit begins with an empty cache.
 */
export function PageQueryClient({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
