import { useSearchParams } from 'react-router';

const PARAM = 'conta';

export function useInstagramAccountParam() {
  const [search, setSearch] = useSearchParams();
  const value = search.get(PARAM);
  return {
    account: value !== null && /^\d{1,25}$/.test(value) ? value : undefined,
    /** `without`: the second of two simultaneous changes would overwrite the first. */
    setAccount: (id: string | undefined, without: readonly string[] = []) =>
      setSearch(
        (query) => {
          for (const name of without) query.delete(name);
          if (id === undefined) query.delete(PARAM);
          else query.set(PARAM, id);
          return query;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}

/** `separator` is `&` after another parameter. */
export const buildAccountQuery = (
  account: string | undefined,
  separator: '?' | '&' = '?',
): string => (account === undefined ? '' : `${separator}${PARAM}=${account}`);
