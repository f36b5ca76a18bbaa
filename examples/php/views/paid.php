<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Paid</title>
  </head>
  <body>
    <h1>Paid</h1>
    <p>Thank you. Your tea is coming.</p>
  </body>
</html>
