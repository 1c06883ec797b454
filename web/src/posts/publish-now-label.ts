/**
 * Returns the label of the publish button, with the account where there are several: `Publicar em
 * @cafe.serra`.
 */
export const publishNowLabel = (accountName: string | undefined): string =>
  accountName === undefined ? 'Publicar agora' : `Publicar em ${accountName}`;
