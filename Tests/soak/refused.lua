-- Exchanges that Apple refuses, in turn for each of several reasons, no two alike.
local sent, secret = 0, os.getenv("SECRET")

function init() wrk.headers["Content-Type"] = "application/x-www-form-urlencoded" end

function request()
  sent = sent + 1
  local unlike = tostring(wrk.thread):match("%x+$") .. "-" .. sent
  local client, credential, code = "com.example.app", secret, "c" .. unlike
  if sent % 4 == 1 then client = "com.example." .. unlike end
  if sent % 4 == 2 then credential = secret .. unlike end
  if sent % 4 == 3 then code = code .. string.rep("x", sent % 4000) end
  return wrk.format("POST", "/auth/token", nil, "grant_type=authorization_code&client_id=" .. client ..
    "&client_secret=" .. credential .. "&code=" .. code)
end

function response(status)
  if status ~= 400 then
    print("An exchange that is to be refused was answered with " .. status)
    os.exit(1)
  end
end
