import { expect, test } from 'vitest'
import { completeBody, errorIn, partPageOf, uploadIdOf } from './xml.ts'

test('reads responses of S3 and compatible stores', () => {
  const initiated =
    '<?xml version="1.0"?><InitiateMultipartUploadResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><UploadId>a&amp;b&#x2F;c</UploadId></InitiateMultipartUploadResult>'
  expect(uploadIdOf(initiated)).toBe('a&b/c')
  expect(uploadIdOf('<Result/>')).toBeUndefined()
  const page = `<ListPartsResult xmlns="x">
    <PartNumberMarker>0</PartNumberMarker><NextPartNumberMarker>2</NextPartNumberMarker>
    <IsTruncated>true</IsTruncated>
    <Part><LastModified>x</LastModified><PartNumber>1</PartNumber><ETag>&quot;e1&quot;</ETag><Size>10</Size></Part>
    <Part><PartNumber>2</PartNumber><Size>5</Size><ETag>"e2"</ETag></Part>
  </ListPartsResult>`
  expect(partPageOf(page)).toEqual({
    parts: [
      { partNumber: 1, etag: '"e1"', size: 10 },
      { partNumber: 2, etag: '"e2"', size: 5 },
    ],
    next: 2,
  })
  expect(partPageOf('<ListPartsResult><IsTruncated>false</IsTruncated></ListPartsResult>')).toEqual({
    parts: [],
    next: null,
  })
})

test('finds an error anywhere in the response, and none if there is none', () => {
  expect(
    errorIn('<?xml version="1.0"?>\n<Error><Code>NoSuchUpload</Code><Message>a &lt; b</Message></Error>'),
  ).toEqual({
    code: 'NoSuchUpload',
    message: 'a < b',
  })
  expect(errorIn('<CompleteMultipartUploadResult/>')).toBeUndefined()
  expect(errorIn('<html>502 Bad Gateway</html>')).toBeUndefined()
})

test('writes a complete body in the order given, quoted safely', () => {
  expect(completeBody([{ partNumber: 1, etag: '"a<b"', size: 1 }])).toBe(
    '<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>&#34;a&#60;b&#34;</ETag></Part></CompleteMultipartUpload>',
  )
})
