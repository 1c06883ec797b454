export const publishNowLabel = (accountName: string | undefined): string =>
  accountName === undefined ? 'Publicar agora' : `Publicar em ${accountName}`;
