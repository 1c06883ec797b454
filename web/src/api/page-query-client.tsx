import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryClient } from './query-client.ts';

const createQueryClient = () =>
  new QueryClient({ defaultOptions: queryClient.getDefaultOptions() });

/** A visitor page needs its own cache: the one of users is cleared when a session ends meanwhile. */
export function PageQueryClient({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
