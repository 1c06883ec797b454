/** By which CONAR's guide takes a post for marked as advertising: hashtags without their sign, as folded. */
export const advertisingHashtags: ReadonlySet<string> = new Set(
  ['publi', 'publicidade', 'publipost', 'publieditorial', 'ad', 'ads', 'anuncio', 'patrocinado']
    .concat(['parceriapaga', 'conteudopago', 'conteudopatrocinado', 'publicidadepaga', 'sponsored'])
    .concat(['recebido', 'recebidos']),
);
