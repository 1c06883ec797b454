/** What publishes a post at once, by its account where there are several: `Publicar em @cafe.serra`. */
export const publishNowWords = (account: string | undefined): string =>
  account === undefined ? 'Publicar agora' : `Publicar em ${account}`;
