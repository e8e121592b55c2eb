-- Sends each line of the file BODIES once to /auth/token, over as many connections as wrk -c says (CONNECTIONS),
-- then prints how many answers were 200 and ends wrk, which would otherwise wait for its -d.
local bodies, sent, seen, good = {}, 0, 0, 0
local connections = tonumber(os.getenv("CONNECTIONS"))

function init()
  for line in io.lines(os.getenv("BODIES")) do bodies[#bodies + 1] = line end
  wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
  if os.getenv("CLOSE") then wrk.headers["Connection"] = "close" end
end

function request()
  sent = sent + 1
  return wrk.format("POST", "/auth/token", nil, bodies[sent] or "")
end

function response(status)
  seen = seen + 1
  if status == 200 then good = good + 1 end
  -- The others are on their way: by now every line has been sent.
  if seen == #bodies - connections then
    print(string.format("%d of %d were 200", good, seen))
    io.flush()
    os.exit(0)
  end
end
