/** What publishes a post at once, by its account where there are several: `Publicar em @cafe.serra`. */
export const publishNowLabel = (accountName: string | undefined): string =>
  accountName === undefined ? 'Publicar agora' : `Publicar em ${accountName}`;
