import { useSearchParams } from 'react-router';

const PARAM = 'conta';

/** Returns the account in the URL of the page, and its setter. */
export function useInstagramAccountParam() {
  const [search, setSearch] = useSearchParams();
  const value = search.get(PARAM);
  return {
    account: value !== null && /^\d{1,25}$/.test(value) ? value : undefined,
    /**
     * Also removes the parameters in `without`, because the second of two simultaneous changes would
     * overwrite the first.
     */
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

/** Returns the end of a link to such a page; `sign` is `&` after another parameter. */
export const buildAccountQuery = (
  account: string | undefined,
  separator: '?' | '&' = '?',
): string => (account === undefined ? '' : `${separator}${PARAM}=${account}`);
