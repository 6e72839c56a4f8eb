import { number } from '../statement/reading.ts'

/** Statements of ISO 20022, as a bank writes them. */

export const uri = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'

interface Entry {
  amount?: string
  currency?: string
  direction?: string
  reversal?: boolean
  status?: string
  reference?: string
  details?: string[]
  info?: string
}

export const entry = ({
  amount = '1500',
  currency = 'XOF',
  direction = 'DBIT',
  reversal,
  status = 'BOOK',
  reference,
  details = [],
  info,
}: Entry = {}) => `
      <Ntry>
        <Amt Ccy="${currency}">${amount}</Amt>
        <CdtDbtInd>${direction}</CdtDbtInd>
        ${reversal === undefined ? '' : `<RvslInd>${reversal}</RvslInd>`}
        <Sts><Cd>${status}</Cd></Sts>
        <BookgDt><Dt>2026-11-21</Dt></BookgDt>
        ${reference === undefined ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`}
        <BkTxCd><Prtry><Cd>MOMO</Cd></Prtry></BkTxCd>
        ${details.length === 0 ? '' : `<NtryDtls>${details.join('')}</NtryDtls>`}
        ${info === undefined ? '' : `<AddtlNtryInf>${info}</AddtlNtryInf>`}
      </Ntry>`

export const transaction = ({
  reference = 'TX-1',
  amount = '1500',
  to = `+${number}`,
  fee,
  direction = 'DBIT',
}: {
  reference?: string
  amount?: string
  to?: string
  fee?: string
  direction?: string
} = {}) => `
        <TxDtls>
          <Refs><AcctSvcrRef>${reference}</AcctSvcrRef><EndToEndId>E-${reference}</EndToEndId></Refs>
          <Amt Ccy="XOF">${amount}</Amt>
          <CdtDbtInd>${direction}</CdtDbtInd>
          ${fee === undefined ? '' : `<Chrgs><TtlChrgsAndTaxAmt Ccy="XOF">${fee}</TtlChrgsAndTaxAmt></Chrgs>`}
          <RltdPties>
            <Cdtr><Pty><Nm>Afi Dossou</Nm></Pty></Cdtr>
            <CdtrAcct><Id><Othr><Id>W1</Id></Othr></Id><Prxy><Tp><Cd>TELE</Cd></Tp><Id>${to}</Id></Prxy></CdtrAcct>
          </RltdPties>
          <RmtInf><Ustrd>Salaire novembre</Ustrd></RmtInf>
          <RltdDts><TxDtTm>2026-11-21T05:36:54Z</TxDtTm></RltdDts>
        </TxDtls>`

export const statement = (
  entries: string[],
  { account = '141000123456', count = entries.length }: { account?: string; count?: number } = {},
) => `
    <Stmt>
      <Id>S-${account}</Id>
      <CreDtTm>2026-12-01T00:00:00</CreDtTm>
      <Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>
      <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="XOF">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-01</Dt></Dt></Bal>
      <TxsSummry><TtlNtries><NbOfNtries>${count}</NbOfNtries></TtlNtries></TxsSummry>${entries.join('')}
    </Stmt>`

export const camt = (statements: string, root = `<Document xmlns="${uri}">`) => `<?xml version="1.0" encoding="UTF-8"?>
${root}
  <BkToCstmrStmt>
    <GrpHdr><MsgId>M-1</MsgId><CreDtTm>2026-12-01T00:00:00</CreDtTm></GrpHdr>${statements}
  </BkToCstmrStmt>
</Document>
`
