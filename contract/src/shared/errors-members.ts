export const memberErrors = {
  INVITATION_INVALID: {
    status: 404,
    message: 'Este convite não vale mais. Peça outro a quem convidou você.',
  },
  INVITATION_OTHER_ADDRESS: {
    status: 403,
    message: 'Este convite é para outro e-mail. Saia desta conta e entre com o e-mail convidado.',
  },
  INVITATION_ENDED: {
    status: 409,
    message: 'Este convite já foi respondido ou cancelado. Peça outro a quem convidou você.',
  },
  INVITATION_DECLINED: {
    status: 409,
    message:
      'Esta pessoa recusou o convite da equipe há menos de 7 dias. Combine com ela antes de convidar de novo.',
  },
  INVITED_ALREADY: {
    status: 409,
    message: 'Este e-mail já tem um convite aberto. Reenvie-o na lista de convites.',
  },
  MEMBER_ALREADY: { status: 409, message: 'Esta pessoa já faz parte da equipe.' },
  OWNER_CANNOT_LEAVE: {
    status: 409,
    message:
      'Quem é responsável pela equipe não sai nem muda de acesso. Passe antes a responsabilidade a outra pessoa.',
  },
  TEAM_FULL: {
    status: 409,
    message:
      'A equipe já tem 20 pessoas, contando os convites abertos. Remova alguém ou cancele um convite.',
  },
} as const;
