const uri = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

export interface Transfer {
  endToEnd?: string
  instruction?: string
  amount?: string
  currency?: string
  agent?: string
  name?: string
  account?: string
  remittance?: string
}

export const proxyOf = (phone: string, type = '<Cd>TELE</Cd>') =>
  `<Id><Othr><Id>NOTPROVIDED</Id></Othr></Id><Prxy><Tp>${type}</Tp><Id>${phone}</Id></Prxy>`

/** A transfer as banks' software writes it: to a wallet of MTN Benin. */
export const transfer = ({
  endToEnd = 'E-1',
  instruction,
  amount = '150000',
  currency = 'XOF',
  agent = '<Othr><Id>mtn-benin</Id></Othr>',
  name = 'Afiavi Dossou',
  account = proxyOf('+229-0197000001'),
  remittance = 'Salaire novembre',
}: Transfer = {}) => `
      <CdtTrfTxInf>
        <PmtId>${instruction === undefined ? '' : `<InstrId>${instruction}</InstrId>`}<EndToEndId>${endToEnd}</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt>
        <CdtrAgt><FinInstnId>${agent}</FinInstnId></CdtrAgt>
        <Cdtr><Nm>${name}</Nm></Cdtr>
        <CdtrAcct>${account}</CdtrAcct>
        <RmtInf><Ustrd>${remittance}</Ustrd></RmtInf>
      </CdtTrfTxInf>`

export interface Batch {
  id?: string
  count?: number | string
  sum?: string
  method?: string
  day?: string
}

export const batchOf = (
  transfers: string[],
  { id = 'P-1', count = transfers.length, sum, method = 'TRF', day = '2026-11-20' }: Batch = {},
) => `
    <PmtInf>
      <PmtInfId>${id}</PmtInfId>
      <PmtMtd>${method}</PmtMtd>
      <NbOfTxs>${count}</NbOfTxs>
      ${sum === undefined ? '' : `<CtrlSum>${sum}</CtrlSum>`}
      <ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt>
      <Dbtr><Nm>Société Exemple</Nm></Dbtr>
      <DbtrAcct><Id><Othr><Id>141000123456</Id></Othr></Id></DbtrAcct>
      <DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>${transfers.join('')}
    </PmtInf>`

export const painOf = (
  batches: string,
  { count, sum }: { count: number | string; sum?: string },
) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="${uri}">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>PAY-2026-11</MsgId>
      <CreDtTm>2026-11-20T08:00:00</CreDtTm>
      <NbOfTxs>${count}</NbOfTxs>
      ${sum === undefined ? '' : `<CtrlSum>${sum}</CtrlSum>`}
      <InitgPty><Nm>Société Exemple</Nm></InitgPty>
    </GrpHdr>${batches}
  </CstmrCdtTrfInitn>
</Document>
`

export const painWith = (...transfers: string[]) => painOf(batchOf(transfers), { count: transfers.length })
