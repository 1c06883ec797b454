import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** Emails link to this query parameter. */
const POST_PARAM = 'post';

export interface OpenedPost {
  id: string | null;
  /** A closing dialog still shows it. */
  lastId: string | null;
  open: (id: string) => void;
  close: () => void;
}

/** Stored in the URL: an email can link to the post, and Back closes it. */
export function useOpenedPost(): OpenedPost {
  const [query, setQuery] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const navigate = useNavigate();
  const openedHere =
    typeof state === 'object' && state !== null && 'openedHere' in state && state.openedHere;
  const id = query.get(POST_PARAM);
  const [lastId, setLastId] = useState(id);
  if (id !== null && id !== lastId) setLastId(id);
  return {
    id,
    lastId: id ?? lastId,
    open: (id) =>
      setQuery(
        (query) => {
          query.set(POST_PARAM, id);
          return query;
        },
        { state: { openedHere: true }, preventScrollReset: true },
      ),
    close: () => {
      if (openedHere === true) void navigate(-1);
      else {
        setQuery(
          (query) => {
            query.delete(POST_PARAM);
            return query;
          },
          { replace: true, preventScrollReset: true },
        );
      }
    },
  };
}
