import { useSearchParams } from 'react-router';

const PARAM = 'conta';

/** The Instagram account that the address of a page narrows it to, and a way to change it. */
export function useAccountParam() {
  const [search, setSearch] = useSearchParams();
  const given = search.get(PARAM);
  return {
    account: given !== null && /^\d{1,25}$/.test(given) ? given : undefined,
    setAccount: (id: string | undefined) =>
      setSearch(
        (query) => {
          if (id === undefined) query.delete(PARAM);
          else query.set(PARAM, id);
          return query;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}

/** What a link to such a page ends in, after nothing or after what else it asks for. */
export const accountSearch = (account: string | undefined, sign: '?' | '&' = '?'): string =>
  account === undefined ? '' : `${sign}${PARAM}=${account}`;
