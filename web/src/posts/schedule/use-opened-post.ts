import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** The query value that names the post whose details are open; mails link to it. */
const POST = 'post';

export interface OpenedPost {
  id: string | null;
  /** The one opened last: a dialog that closes still shows it. */
  last: string | null;
  open: (id: string) => void;
  close: () => void;
}

/** The opened post is in the address: a mail leads to it, and Back closes it. */
export function useOpenedPost(): OpenedPost {
  const [query, setQuery] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const navigate = useNavigate();
  const openedHere =
    typeof state === 'object' && state !== null && 'openedHere' in state && state.openedHere;
  const id = query.get(POST);
  const [last, setLast] = useState(id);
  if (id !== null && id !== last) setLast(id);
  return {
    id,
    last: id ?? last,
    open: (id) =>
      setQuery(
        (query) => {
          query.set(POST, id);
          return query;
        },
        { state: { openedHere: true }, preventScrollReset: true },
      ),
    close: () => {
      if (openedHere === true) void navigate(-1);
      else {
        setQuery(
          (query) => {
            query.delete(POST);
            return query;
          },
          { replace: true, preventScrollReset: true },
        );
      }
    },
  };
}
