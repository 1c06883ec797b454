import { useSearchParams } from 'react-router';

const PARAM = 'conta';

/** The Instagram account that the address of a page narrows it to, and a way to change it. */
export function useInstagramAccountParam() {
  const [search, setSearch] = useSearchParams();
  const value = search.get(PARAM);
  return {
    account: value !== null && /^\d{1,25}$/.test(value) ? value : undefined,
    /** Also removes the parameters named in `without`: of two changes at once the second would win. */
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

/** The end of a link to such a page; `sign` is `&` after another parameter. */
export const buildAccountQuery = (
  account: string | undefined,
  separator: '?' | '&' = '?',
): string => (account === undefined ? '' : `${separator}${PARAM}=${account}`);
