/** Hashtags, without `#` and folded, by which CONAR's guide accepts a post as marked advertising. */
export const advertisingHashtags: ReadonlySet<string> = new Set(
  ['publi', 'publicidade', 'publipost', 'publieditorial', 'ad', 'ads', 'anuncio', 'patrocinado']
    .concat(['parceriapaga', 'conteudopago', 'conteudopatrocinado', 'publicidadepaga', 'sponsored'])
    .concat(['recebido', 'recebidos']),
);
